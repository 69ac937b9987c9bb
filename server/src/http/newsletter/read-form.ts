import { newsletterForm } from '@app/contract/newsletter'
import { LANDING_TAG, PREFERENCE_BITS } from '@app/contract/newsletter-answers'
import { AppError } from '@app/platform/errors/app-error.ts'
import * as z from 'zod/mini'
import type { SubscriptionInput } from '#newsletter/subscribe.ts'
import { nest } from './form-fields.ts'

/** Fields that the server sets itself; only our own tag is used. */
const IGNORED = ['u', 'id', 'f_id', 'tags', 'subscribe']
const HONEYPOT = /^b_/
const MERGE_TAG = /^[A-Z][A-Z0-9_]{0,9}$/
const BITS = Object.values(PREFERENCE_BITS)

/** The subscription in a JSON or form body; null if it is invalid. */
export async function readForm(
  request: Request,
  clientAddress: string,
): Promise<SubscriptionInput | null> {
  const sent = await fieldsOf(request)
  if (!sent) return null

  const names = sent.filter(([name]) => !IGNORED.includes(name))
  const honeypot = names.find(([name, value]) => HONEYPOT.test(name) && value !== '')
  const form = z.safeParse(newsletterForm, nest(names.filter(([name]) => !HONEYPOT.test(name))))
  if (!form.success) return null

  const { EMAIL, FNAME = '', LNAME = '', group = {}, ...fields } = form.data
  if (!Object.keys(fields).every((name) => MERGE_TAG.test(name))) return null
  return {
    email: EMAIL,
    firstName: FNAME,
    lastName: LNAME,
    bits: chosen(group),
    tags: sent.some(([name, value]) => name === 'tags' && value === LANDING_TAG)
      ? [LANDING_TAG]
      : [],
    fields,
    honeypot: honeypot ? 'filled' : '',
    clientAddress,
  }
}

type Fields = [string, unknown][]

async function fieldsOf(request: Request): Promise<Fields | null> {
  try {
    if (isJson(request)) return Object.entries((await request.json()) as object)

    return [...(await request.formData()).entries()]
  } catch (error) {
    if (error instanceof AppError) throw error
    return null
  }
}

export const isJson = (request: Request): boolean =>
  (request.headers.get('content-type') ?? '').startsWith('application/json')

/** Checkboxes are named `group[bit]`, or `group[group id][bit]` as in the service's own form. */
function chosen(group: Record<string, string | Record<string, string>>): number[] {
  const named = Object.entries(group).flatMap(([name, inner]) =>
    typeof inner === 'string' ? [name] : Object.keys(inner),
  )

  return BITS.filter((bit) => named.includes(String(bit)))
}
