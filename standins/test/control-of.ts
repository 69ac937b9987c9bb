/** Calls a stand-in's control API. */
export const controlOf = (url: string) => (method: string, path: string, body?: unknown) =>
  fetch(`${url}/_control/${path}`, {
    method,
    headers: { 'x-standin-control': '1' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
