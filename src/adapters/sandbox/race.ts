/** `promise`, but no longer than `timeoutMs` and not after `signal`; the loser's timer and listener are taken away. */
export const withDeadline = <T>(promise: Promise<T>, timeoutMs: number, late: () => Error, signal?: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    // It may fail after the deadline, when nobody listens any more.
    promise.catch(() => {});
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", aborted);
      act();
    };
    const aborted = (): void => settle(() => reject(signal?.reason));
    const timer = setTimeout(() => settle(() => reject(late())), timeoutMs);
    if (signal?.aborted === true) return aborted();
    signal?.addEventListener("abort", aborted, { once: true });
    promise.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
