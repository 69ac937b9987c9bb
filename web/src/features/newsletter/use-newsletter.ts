import { OUTCOME_PARAMETER } from '@app/contract/newsletter-answers'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Answer, asAnswer, placeOf } from './answers.ts'
import { sendWish } from './send-wish.ts'

/** What became of the form. It is sent by the browser itself where there is no script, and answered in the address. */
export function useNewsletter() {
  const [parameters] = useSearchParams()
  const [isSending, setSending] = useState(false)
  const [heard, setHeard] = useState<{ answer: Answer } | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wish = new FormData(form)
    setSending(true)
    setHeard(null)

    const answer = await sendWish(wish)

    setHeard({ answer })
    setSending(false)
    if (placeOf(answer) === 'success') form.reset()
  }

  return {
    send,
    isSending,
    /** Another object for every attempt, so that the same answer twice is still news. */
    heard,
    answer: heard?.answer ?? (isSending ? null : asAnswer(parameters.get(OUTCOME_PARAMETER))),
  }
}
