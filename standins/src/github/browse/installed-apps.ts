import { html } from 'hono/html'
import type { Installation } from '#github/installations/installation.ts'
import type { Markup } from '#runtime/page.ts'

/** Each links to its settings page. */
export const installedApps = (
  installed: readonly { installation: Installation; name: string }[],
): Markup =>
  installed.length === 0
    ? html`<p class="quiet">None.</p>`
    : html`<ul class="card people">${installed.map(
        ({ installation: { id, selection, suspended }, name }) => html`<li class="person">
          <span class="who">
            <bdi>${name}</bdi>
            <span class="note quiet">${selection === 'all' ? 'all repositories' : `${selection.length} repositories`}${suspended ? ', suspended' : ''}</span>
          </span>
          <a class="button" href="/settings/installations/${id}">Configure</a>
        </li>`,
      )}</ul>`
