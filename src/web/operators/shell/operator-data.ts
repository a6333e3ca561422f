// Queries and mutations of the operators' views; failed mutations show a toast.
import {
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { fetchQuery, RequestError, request } from '../../browser/request.ts';
import { useToasts } from '../../ui/toasts.tsx';

/** The request of a mutation. */
export type OperatorCall = {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** The version that the operator saw, for `If-Match`. */
  readonly version?: number;
};

/** Queries a path by GET. With `everyMs` it polls while the view is visible. */
export function useOperatorData<T>(path: string, everyMs?: number): UseQueryResult<T> {
  return useQuery<T>({
    queryKey: [path],
    queryFn: async ({ queryKey, signal }) => (await fetchQuery<T>(queryKey, { signal })) as T,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}

/** Returns a mutation. It invalidates queries by path prefix; a failure shows the toast of {@link useFailureToast}. */
export function useOperatorCall(
  failed: string,
  stale: readonly string[],
): UseMutationResult<void, Error, OperatorCall> {
  const client = useQueryClient();
  return useMutation<void, Error, OperatorCall>({
    mutationFn: async ({ method, path, body, version }) => {
      await request(path, {
        method,
        ...(body === undefined ? {} : { body }),
        ...(version === undefined ? {} : { headers: { 'If-Match': `"${version}"` } }),
      });
    },
    onError: useFailureToast(failed),
    onSettled: () => void renew(client, stale),
  });
}

/** Returns a function that shows a toast with `failed` as its title and the server's message, if it sent one. */
export function useFailureToast(failed: string): (error: unknown) => void {
  const toasts = useToasts();
  return (error) => {
    const description = error instanceof RequestError ? error.answer?.message : undefined;
    toasts.show({
      look: 'destructive',
      title: failed,
      ...(description ? { description } : {}),
    });
  };
}

function renew(client: QueryClient, stale: readonly string[]): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && stale.some((beginning) => path.startsWith(beginning)),
  });
}
