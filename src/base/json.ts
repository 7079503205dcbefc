import canonicalize from "canonicalize";
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export const canonicalJson = (value: Json): string => canonicalize(value) as string;
