import { html } from 'hono/html'
import type { Change } from '#github/git/changes.ts'
import type { PathEntry } from '#github/git/files.ts'
import type { NamedCommit } from '#github/git/history.ts'
import type { Issue } from '#github/memory/issues.ts'
import type { Account } from '#github/people/organisation.ts'
import type { Repository } from '#github/repositories/repository.ts'
import type { Markup } from '#runtime/page.ts'
import { when } from './when.ts'

const SHOWN_COMMITS = 100
const SHOWN_CHARACTERS = 100_000

export type Shown = { owner: Account; repository: Repository }

export const heading = ({ owner, repository }: Shown) => html`
  <div class="title">
    <h1><a href="/${owner.login}"><bdi>${owner.login}</bdi></a> / <a href="/${owner.login}/${repository.name}"><bdi>${repository.name}</bdi></a></h1>
    <span class="quiet">${repository.isPrivate ? 'private' : 'public'}, number ${repository.id}</span>
  </div>`

type Inside = Shown & {
  branch: string
  branches: string[]
  commits: readonly NamedCommit[]
  files: readonly PathEntry[]
  issues: readonly Issue[]
}

/** Branches, commits, files and issues on one page. */
export function repositoryPage(shown: Inside): Markup {
  const { owner, repository, branch, branches, commits, files, issues } = shown
  const at = `/${owner.login}/${repository.name}`

  return html`
  ${heading(shown)}
  <p class="lead">${repository.description ?? ''}</p>
  <section><h2>Branches</h2>
    ${branches.length === 0 ? html`<p class="quiet">None: nothing was pushed yet.</p>` : html`<p>${branches.map((one, i) => html`${i > 0 ? ', ' : ''}<a href="${at}/tree/${one}"${one === branch ? html` aria-current="true"` : ''}>${one}</a>`)}</p>`}
  </section>
  <section><h2>Commits on ${branch}</h2>
    <ul class="card people">${commits.slice(0, SHOWN_COMMITS).map((one) => commitRow(at, one))}</ul>
    ${commits.length > SHOWN_COMMITS ? html`<p class="quiet">And ${commits.length - SHOWN_COMMITS} before them.</p>` : ''}
  </section>
  <section><h2>Files</h2>
    <ul class="card people">${files.map(({ path }) => html`<li class="person"><a href="${at}/blob/${branch}/${path}"><code>${path}</code></a></li>`)}</ul>
  </section>
  <section><h2>Issues and pull requests</h2>
    ${issues.length === 0 ? html`<p class="quiet">None.</p>` : html`<ul class="card people">${issues.map((one) => issueRow(at, one))}</ul>`}
  </section>`
}

export const commitRow = (at: string, { sha, message, author, committer }: NamedCommit) => html`
  <li class="person"><span class="who">
    <span><a href="${at}/commit/${sha}"><bdi>${message.split('\n')[0]}</bdi></a> <code class="quiet">${sha.slice(0, 7)}</code></span>
    <span class="note quiet"><bdi>${author.name}</bdi>, ${when(committer.at * 1000)}</span>
  </span></li>`

const issueRow = (at: string, { number, title, state, isPullRequest }: Issue) => html`
  <li class="person"><span class="who">
    <span><a href="${at}/${isPullRequest ? 'pull' : 'issues'}/${number}"><bdi>${title}</bdi></a> <span class="quiet">#${number}, ${state}</span></span>
  </span></li>`

export const commitPage = (
  shown: Shown & { commit: NamedCommit; changes: readonly Change[] },
): Markup => html`
  ${heading(shown)}
  <section>
    <h2><bdi>${shown.commit.message}</bdi></h2>
    <p class="quiet"><code>${shown.commit.sha}</code>, <bdi>${shown.commit.author.name} &lt;${shown.commit.author.email}&gt;</bdi>, ${when(shown.commit.committer.at * 1000)}</p>
    <ul class="card people">${shown.changes.map(changeRow)}</ul>
  </section>`

type Compared = Shown & {
  base: string
  head: string
  commits: readonly NamedCommit[]
  changes: readonly Change[]
}

/** What one commit or branch has more than another. */
export const comparePage = (shown: Compared): Markup => html`
  ${heading(shown)}
  <section>
    <h2><code>${shown.base.slice(0, 7)}</code>…<code>${shown.head}</code></h2>
    ${shown.commits.length === 0 ? html`<p class="quiet">Nothing to compare: both are the same.</p>` : ''}
    <ul class="card people">${shown.commits.map((one) => commitRow(`/${shown.owner.login}/${shown.repository.name}`, one))}</ul>
    <ul class="card people">${shown.changes.map(changeRow)}</ul>
  </section>`

export const changeRow = ({ path, status }: Change) =>
  html`<li class="person"><code>${path}</code> <span class="quiet">${status}</span></li>`

export const filePage = (shown: Shown & { path: string; content: Buffer }): Markup => html`
  ${heading(shown)}
  <section>
    <h2><code>${shown.path}</code></h2>
    <p class="quiet">${shown.content.length} bytes</p>
    ${shown.content.includes(0) ? html`<p>Not a text.</p>` : html`<pre class="command">${shown.content.toString().slice(0, SHOWN_CHARACTERS)}</pre>`}
  </section>`

export const issuePage = (shown: Shown & { issue: Issue; author: string }): Markup => html`
  ${heading(shown)}
  <section>
    <h2><bdi>${shown.issue.title}</bdi> <span class="quiet">#${shown.issue.number}</span></h2>
    <p class="quiet">${shown.issue.state}, by <bdi>${shown.author}</bdi>, ${when(shown.issue.createdAt)}${shown.issue.labels.map((one) => html` <code>${one}</code>`)}</p>
    <pre class="command">${shown.issue.body ?? ''}</pre>
  </section>`
