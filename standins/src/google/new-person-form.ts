import { html } from 'hono/html'
import { textField } from '#oauth/fields-markup.ts'
import type { Markup } from '#runtime/page.ts'
import type { NewPerson } from './person.ts'

export type Form = Readonly<Record<string, unknown>>

export function readNewPerson(form: Form): NewPerson {
  const text = (name: string) => String(form[name] ?? '').trim()

  return { name: text('name'), email: text('email'), emailVerified: form.emailVerified === 'yes' }
}

export const newPersonFields = (): Markup => html`
  ${textField({ name: 'name', label: 'Name', autocomplete: 'off' })}
  ${textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'off' })}
  <p class="labelled">
    <label for="emailVerified">The e-mail address is</label>
    <select class="field" id="emailVerified" name="emailVerified">
      <option value="yes">Verified</option>
      <option value="no">Not verified yet</option>
    </select>
  </p>`
