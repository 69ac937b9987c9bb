type Options = {
  data?: object
  headers?: Record<string, string>
  maxRedirects?: number
  method?: string
}

const send = globalThis.fetch

/** Calls of the product beside the page, as the journeys make them. */
export function requestsTo(origin: string) {
  const ask = async (
    path: string,
    { method = 'GET', data, headers, maxRedirects }: Options = {},
  ) => {
    const answer = await send(new URL(path, origin), {
      method,
      redirect: maxRedirects === 0 ? 'manual' : 'follow',
      headers: { ...(data && { 'content-type': 'application/json' }), ...headers },
      ...(data && { body: JSON.stringify(data) }),
    })

    return {
      ok: () => answer.ok,
      status: () => answer.status,
      text: () => answer.text(),
      json: () => answer.json() as Promise<unknown>,
    }
  }

  return {
    fetch: ask,
    get: (path: string, options?: Options) => ask(path, options),
    post: (path: string, options?: Options) => ask(path, { ...options, method: 'POST' }),
    patch: (path: string, options?: Options) => ask(path, { ...options, method: 'PATCH' }),
  }
}
