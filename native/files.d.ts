/** Absolute paths of the addon and of the supervisor. */
export interface NativeFiles {
  readonly addon: string;
  readonly supervisor: string;
}

/**
 * Where this installation's native parts are: those built beside this file, else those of the package `@deskgate/<platform>`, such as
 * `linux-x64-gnu`. Throws an `Error` that names the platform where there are neither.
 */
export declare const nativeFiles: () => NativeFiles;
