import { html } from 'hono/html'
import type { Change } from '#github/git/changes.ts'
import type { NamedCommit } from '#github/git/history.ts'
import type { CheckRun, CommitStatus } from '#github/memory/checks.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { PullRequest, Review } from '#github/memory/pull-requests.ts'
import type { Markup } from '#runtime/page.ts'
import { changeRow, commitRow, heading, type Shown } from './repository-pages.ts'
import { when } from './when.ts'

type Inside = Shown & {
  pull: PullRequest
  issue: Issue
  author: string
  commits: readonly NamedCommit[]
  changes: readonly Change[]
  canMerge: boolean
  reviews: readonly (Review & { by: string })[]
  runs: readonly CheckRun[]
  statuses: readonly CommitStatus[]
}

export function pullPage(shown: Inside): Markup {
  const { owner, repository, pull, issue, commits, changes, reviews, runs, statuses } = shown
  const at = `/${owner.login}/${repository.name}`
  const checks = [
    ...runs.map(({ name, status, conclusion }) => `${name}: ${conclusion ?? status}`),
    ...statuses.map(({ context, state }) => `${context}: ${state}`),
  ]

  return html`
  ${heading(shown)}
  <section>
    <h2><bdi>${issue.title}</bdi> <span class="quiet">#${pull.number}</span></h2>
    <p class="quiet">${stateOf(shown)}: <bdi>${shown.author}</bdi> wants to merge <code>${pull.head}</code> into <code>${pull.base}</code>, ${when(issue.createdAt)}</p>
    <pre class="command">${issue.body ?? ''}</pre>
    ${issue.state === 'open' ? actions(`${at}/pull/${pull.number}`, shown) : ''}
  </section>
  <section><h2>Reviews</h2>
    ${reviews.length === 0 ? html`<p class="quiet">None.</p>` : html`<ul class="card people">${reviews.map(({ by, state, body }) => html`<li class="person"><bdi>${by}</bdi> <span class="quiet">${state.toLowerCase().replace('_', ' ')}</span> <bdi>${body}</bdi></li>`)}</ul>`}
  </section>
  <section><h2>Checks</h2>
    ${checks.length === 0 ? html`<p class="quiet">None.</p>` : html`<ul class="card people">${checks.map((one) => html`<li class="person"><bdi>${one}</bdi></li>`)}</ul>`}
  </section>
  <section><h2>Commits</h2><ul class="card people">${commits.map((one) => commitRow(at, one))}</ul></section>
  <section><h2>Files</h2><ul class="card people">${changes.map(changeRow)}</ul></section>`
}

function stateOf({ pull, issue }: Inside): string {
  if (pull.merged) return 'Merged'
  if (issue.state === 'closed') return 'Closed'

  return pull.isDraft ? 'Draft' : 'Open'
}

const actions = (at: string, { pull, canMerge }: Inside) => html`
  ${canMerge ? '' : html`<p class="quiet">This branch has conflicts that must be resolved.</p>`}
  ${canMerge && !pull.isDraft ? html`<form method="post" action="${at}/merge"><button class="button">Merge pull request</button></form>` : ''}
  <form method="post" action="${at}/close"><button class="button">Close pull request</button></form>`
