import type { NewsletterReply } from '@app/contract/newsletter-answers'
import type { Answer } from './answers.ts'

/** Sends the form as it is; without an answer that makes sense, the wish has failed. */
export async function sendWish(form: FormData): Promise<Answer> {
  try {
    const response = await fetch('/newsletter', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(form)),
    })
    const { code } = (await response.json()) as NewsletterReply

    return code ?? 'failed'
  } catch {
    return 'failed'
  }
}
