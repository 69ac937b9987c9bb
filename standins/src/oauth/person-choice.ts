import { html } from 'hono/html'
import { who } from '#runtime/kit.ts'
import type { Markup } from '#runtime/page.ts'

export type PersonLine = {
  picture: string
  name: string
  /** Distinguishes two people of the same name. */
  detail: string
  /** Information that helps a developer choose. */
  note: string
  /** Link to their own page, if there is one. */
  href?: string
}

/** A person on two lines. */
export const personLine = ({ picture, name, detail, note, href }: PersonLine): Markup => html`
  <img src="${picture}" alt="" width="36" height="36">
  ${who(
    html`${href ? html`<a href="${href}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`} <bdi class="quiet">${detail}</bdi>`,
    html`<bdi>${note}</bdi>`,
  )}`

type Choice = PersonLine & { value: string; isChosen: boolean }

/** One radio button for each person, and the buttons of the decision. */
export const personForm = (people: Choice[], verb: string): Markup => html`
  <form method="post" class="card">
    <fieldset>
      <legend class="row">Who are you?</legend>
      ${people.map(
        ({ value, isChosen, ...person }) => html`<label class="row">
          <input type="radio" name="person" value="${value}" required${isChosen ? html` checked` : ''}>
          ${personLine(person)}
        </label>`,
      )}
    </fieldset>
    <div class="row">
      <button class="button main" name="decision" value="approve">${verb}</button>
      <button class="button" name="decision" value="deny" formnovalidate>Cancel</button>
    </div>
  </form>`
