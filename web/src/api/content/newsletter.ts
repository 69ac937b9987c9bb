import { asOutcome, type NewsletterOutcome } from '@app/contract/newsletter-answers'

/** `failed` if there was no answer, or one outside the contract. */
export async function subscribe(
  fields: Record<string, string>,
): Promise<NewsletterOutcome | 'failed'> {
  try {
    const response = await fetch('/newsletter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    const reply = (await response.json()) as { code?: unknown } | null

    return asOutcome(reply?.code) ?? 'failed'
  } catch {
    return 'failed'
  }
}
