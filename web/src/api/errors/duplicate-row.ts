/** Specification, section 8: the code of PostgreSQL, or its message. */
export const isDuplicate = (code: string, message: string): boolean =>
  code === '23505' || message.includes('duplicate key value violates unique constraint')

/**
 * The identity client reads no answer above 499, and no code without the version header. A duplicate address becomes 409, so that its
 * reason always reaches the page.
 */
export const withReadableDuplicates =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const answer = await send(input, init)
    if (answer.ok) return answer

    const { code, error_code, message, msg } = Object(
      await answer
        .clone()
        .json()
        .catch(() => null),
    )
    const text = String(message ?? msg ?? '')
    if (!isDuplicate(String(error_code ?? code ?? ''), text)) return answer

    return Response.json(
      { code: '23505', message: text },
      { status: 409, headers: { 'x-supabase-api-version': '2024-01-01' } },
    )
  }
