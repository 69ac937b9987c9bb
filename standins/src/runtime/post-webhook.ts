const LIMIT_MS = 10_000

/** Posts JSON once. The status; 0 without an answer. */
export async function postWebhook(
  url: string,
  headers: Record<string, string>,
  body: string,
): Promise<number> {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(LIMIT_MS),
      redirect: 'manual',
    })
    await reply.text()

    return reply.status
  } catch {
    return 0
  }
}
