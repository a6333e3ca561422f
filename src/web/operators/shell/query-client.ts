// The query client of the operators' pages: without retries or refetching, and with central handling of ended sessions.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { fetchQuery, RequestError } from '../../browser/request.ts';

/** Creates the client; calls `onSignedOut` for every 401 answer. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof RequestError && error.status === 401) onSignedOut();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => fetchQuery(queryKey, { signal }),
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
