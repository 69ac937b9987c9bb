import { html } from 'hono/html'
import type { Account } from '#github/people/organisation.ts'
import type { Repository } from '#github/repositories/repository.ts'
import type { Markup } from '#runtime/page.ts'
import { when } from './when.ts'

const SHOWN = 200

/** Newest push first; a long list is truncated, with a note. */
export function repositoryList(owner: Account, repositories: readonly Repository[]): Markup {
  const newest = repositories.toSorted((a, b) => b.pushedAt - a.pushedAt)
  if (newest.length === 0) return html`<p class="quiet">None.</p>`

  return html`
  <ul class="card people">
    ${newest.slice(0, SHOWN).map(
      ({ name, description, isPrivate, pushedAt }) => html`<li class="person">
        <span class="who">
          <span><a href="/${owner.login}/${name}"><bdi>${name}</bdi></a> <span class="quiet">${isPrivate ? 'private' : 'public'}</span></span>
          <span class="note quiet">${description ?? 'no description'}, pushed ${when(pushedAt)}</span>
        </span>
      </li>`,
    )}
  </ul>
  ${newest.length > SHOWN ? html`<p class="quiet">And ${newest.length - SHOWN} more.</p>` : ''}`
}
