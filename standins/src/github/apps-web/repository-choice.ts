import { html } from 'hono/html'
import type { Installation } from '#github/installations/installation.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { InvalidInput } from '#runtime/fields.ts'
import type { Markup } from '#runtime/page.ts'

type Selection = Installation['selection']

/** All repositories, or a list of checkboxes that counts only with "Only select repositories". */
export const repositoryChoice = (
  repositories: readonly Repository[],
  chosen: Selection,
): Markup => html`
  <fieldset class="people">
    <legend>Which repositories?</legend>
    <label class="person">
      <input type="radio" name="selection" value="all"${chosen === 'all' ? html` checked` : ''}>
      <span class="who">All repositories <span class="note quiet">Those that come later, too.</span></span>
    </label>
    <label class="person">
      <input type="radio" name="selection" value="selected"${chosen === 'all' ? '' : html` checked`}>
      <span class="who">Only select repositories <span class="note quiet">Those ticked below.</span></span>
    </label>
  </fieldset>
  <fieldset class="people repositories">
    <legend>Repositories</legend>
    ${repositories.map(
      ({ id, name, isPrivate }) => html`<label class="person">
        <input type="checkbox" name="repositories" value="${name}"${chosen !== 'all' && chosen.includes(id) ? html` checked` : ''}>
        <span class="who"><bdi>${name}</bdi> <span class="note quiet">${isPrivate ? 'private' : 'public'}</span></span>
      </label>`,
    )}
  </fieldset>`

/** Throws `InvalidInput` when "selected" comes without a repository. */
export function readSelection(
  form: Readonly<Record<string, unknown>>,
  repositories: readonly Repository[],
): Selection {
  if ((form.selection ?? 'all') === 'all') return 'all'
  const names = [form.repositories].flat().map((one) => String(one).toLowerCase())
  const ids = repositories.filter(({ name }) => names.includes(name.toLowerCase()))
  if (ids.length === 0) throw new InvalidInput('Choose at least one repository.')

  return ids.map(({ id }) => id)
}
