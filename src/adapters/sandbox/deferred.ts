export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

const nothing = (): void => {};

/** `Promise.withResolvers`, which Node 20 does not have. A rejection that nobody awaits yet is not an unhandled one. */
export const deferred = <T>(): Deferred<T> => {
  let resolve: (value: T) => void = nothing;
  let reject: (reason: unknown) => void = nothing;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(nothing);
  return { promise, resolve, reject };
};
