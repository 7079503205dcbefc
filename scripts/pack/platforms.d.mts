export interface Platform {
  readonly name: string;
  readonly cpu: string;
  readonly libc: string;
  readonly triple: string;
}
export declare const platforms: readonly Platform[];
export declare const platformHere: () => Platform | undefined;
