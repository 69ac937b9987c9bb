import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import { type PersonLine, personLine } from './person-line.ts'

type Choice = PersonLine & { value: string; isChosen: boolean }

/** One radio button for each person; the surrounding form submits the choice. */
export const personChoice = (people: Choice[]): Markup => html`
  <fieldset class="people">
    <legend>Who are you?</legend>
    ${people.map(
      ({ value, isChosen, ...person }) => html`<label class="person">
        <input type="radio" name="person" value="${value}" required${isChosen ? html` checked` : ''}>
        ${personLine(person)}
      </label>`,
    )}
  </fieldset>`
