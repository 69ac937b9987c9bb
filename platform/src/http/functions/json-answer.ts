type Options = { status?: number; headers?: Record<string, string> }

/** Creates a JSON answer. `Response.json` creates a stream, which costs more than most functions. */
export const jsonAnswer = (
  value: unknown,
  { status = 200, headers = {} }: Options = {},
): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
