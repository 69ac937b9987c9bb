import type { NewsletterReply } from '@app/contract/newsletter-answers'
import type { Answer } from './answers.ts'

/** Without an answer that makes sense, the subscription has failed. */
export async function sendSubscription(fields: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch('/newsletter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fields),
    })
    const { code } = (await response.json()) as NewsletterReply

    return code ?? 'failed'
  } catch {
    return 'failed'
  }
}
