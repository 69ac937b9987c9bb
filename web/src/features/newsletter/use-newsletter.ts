import { asOutcome, OUTCOME_PARAMETER } from '@app/contract/newsletter-answers'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { subscribe } from '#api/newsletter.ts'
import { type Answer, placeOf } from './answers.ts'

/** Sends the form. Without script the browser sends it itself, and the answer comes in the address. */
export function useNewsletter() {
  const [parameters] = useSearchParams()
  const [isSending, setSending] = useState(false)
  const [heard, setHeard] = useState<{ answer: Answer } | null>(null)

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    setSending(true)
    setHeard(null)

    const answer = await subscribe(values)

    setHeard({ answer })
    setSending(false)
    if (placeOf(answer) === 'success') form.reset()
  }

  return {
    send,
    isSending,
    /** A new object for every attempt, so that the same answer twice is announced twice. */
    heard,
    answer: heard?.answer ?? (isSending ? null : asOutcome(parameters.get(OUTCOME_PARAMETER))),
  }
}
