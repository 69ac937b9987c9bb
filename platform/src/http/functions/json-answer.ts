type Options = { status?: number; headers?: Record<string, string> }

/** An answer in JSON. `Response.json` makes a stream of its text, which costs more than most functions. */
export const jsonAnswer = (
  value: unknown,
  { status = 200, headers = {} }: Options = {},
): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
