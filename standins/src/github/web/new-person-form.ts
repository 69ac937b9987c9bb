import { html } from 'hono/html'
import { EMAIL_STATES, type NewPerson } from '#github/people/new-person.ts'
import { textField } from '#oauth/fields-markup.ts'
import type { Markup } from '#runtime/page.ts'

export type Form = Readonly<Record<string, unknown>>

const LABELS: Record<NewPerson['emailState'], string> = {
  verified: 'Verified, and shown on the profile',
  hidden: 'Verified, but kept private',
  unverified: 'Not verified yet',
  none: 'No e-mail address at all',
}

export function readNewPerson(form: Form): NewPerson {
  const text = (name: string) => String(form[name] ?? '').trim()

  return {
    login: text('login'),
    name: text('name'),
    email: text('email'),
    emailState: EMAIL_STATES.find((one) => one === form.emailState) ?? 'verified',
  }
}

export const newPersonFields = (): Markup => html`
  ${textField({ name: 'name', label: 'Name', autocomplete: 'off' })}
  ${textField({ name: 'login', label: 'Username', autocomplete: 'off' })}
  ${textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' })}
  <p class="labelled">
    <label for="emailState">The e-mail address is</label>
    <select class="field" id="emailState" name="emailState">
      ${EMAIL_STATES.map((one) => html`<option value="${one}">${LABELS[one]}</option>`)}
    </select>
  </p>`
