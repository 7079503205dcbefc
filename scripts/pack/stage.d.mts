import type { Platform } from "./platforms.mjs";

type Manifest = Readonly<Record<string, unknown>>;
export declare const mainManifest: (manifest: object) => Manifest;
export declare const platformManifest: (
  manifest: { readonly version: string; readonly license: string },
  platform: Platform,
) => Manifest;
