/**
 * Computes the end of a session by this computer's clock instead of the server's. If the clocks differ by more than a token's lifetime, the
 * client would otherwise renew every new token endlessly.
 */
export function withLocalExpiry(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await send(input, init)
    if (!answer.ok || !/\/auth\/v1\/(?:token|verify|signup|factors)/.test(String(input))) {
      return answer
    }
    const reply = (await answer
      .clone()
      .json()
      .catch(() => null)) as Record<string, unknown> | null
    if (typeof reply?.expires_at !== 'number' || typeof reply.expires_in !== 'number') return answer

    const expires_at = Math.floor(Date.now() / 1000) + reply.expires_in
    const { status, headers } = answer
    return new Response(JSON.stringify({ ...reply, expires_at }), { status, headers })
  }
}
