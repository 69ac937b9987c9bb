import {
  asOutcome,
  LANDING_TAG,
  OUTCOME_PARAMETER,
  PREFERENCE_BITS,
} from '@app/contract/newsletter-answers'
import { useForm } from '@app/ui/use-form.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { subscribe } from '#api/content/newsletter.ts'
import { type Answer, targetOf } from './answers.ts'

/** The name of the checkbox for a preference. */
export const boxName = <Bit extends number>(bit: Bit) => `group[${bit}]` as const

/** Field names of the mailing service (specification, section 2); the server forwards them. */
const EMPTY = {
  EMAIL: '',
  FNAME: '',
  LNAME: '',
  [boxName(PREFERENCE_BITS.essentialUpdates)]: false,
  [boxName(PREFERENCE_BITS.developmentInsights)]: false,
  [boxName(PREFERENCE_BITS.tips)]: false,
  // The honeypot: read from the page on submit.
  b_name: '',
}

/** Submits the form. Without script the browser submits it, and the URL contains the answer. */
export function useNewsletter() {
  const [parameters] = useSearchParams()
  const [sent, setSent] = useState<Answer | null>(null)
  const form = useForm({
    initial: EMPTY,
    save: async (draft, { clear }) => {
      setSent(null)
      const answer = await subscribe(fieldsOf(draft))

      setSent(answer)
      if (targetOf(answer) !== 'success') throw new Error(answer)
      clear()
    },
  })

  return {
    form,
    answer: sent ?? (form.isBusy ? null : asOutcome(parameters.get(OUTCOME_PARAMETER))),
  }
}

/** As a browser submits them: unchecked boxes are omitted. */
function fieldsOf({ EMAIL, FNAME, LNAME, b_name, ...boxes }: typeof EMPTY): Record<string, string> {
  const checked = Object.values(PREFERENCE_BITS).filter((bit) => boxes[boxName(bit)])
  const groups = Object.fromEntries(checked.map((bit) => [boxName(bit), String(bit)]))

  return { EMAIL, FNAME, LNAME, b_name, tags: LANDING_TAG, ...groups }
}
