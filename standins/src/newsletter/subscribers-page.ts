import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'
import type { Subscriber } from './memory.ts'

type Shown = {
  shown: readonly Subscriber[]
  total: number
  pending: number
  page: number
  pages: number
}

export const subscribersPage = (list: Shown): Markup => html`
  <div class="title">
    <h1>Subscribers</h1>
    <p class="quiet number">${countOf(list)}</p>
  </div>
  ${list.total === 0 ? nobodyYet() : html`<ul class="card subscribers">${list.shown.map(row)}</ul>`}
  ${list.pages > 1 ? pager(list) : ''}`

function countOf({ total, pending }: Shown): string {
  if (total === 0) return ''
  const people = total === 1 ? '1 person' : `${total} people`

  return pending === 0 ? people : `${people}, ${pending} to be confirmed`
}

const nobodyYet = () => html`
  <div class="card empty">
    <h2>Nobody has subscribed yet</h2>
    <p class="quiet">Whoever signs up for the newsletter shows up here. The mail that asks to confirm arrives in the mailbox; the button here does the same.</p>
  </div>`

const row = (one: Subscriber) => html`
  <li class="subscriber">
    <div class="who">
      <p><bdi>${one.email}</bdi> <span class="status ${one.status}">${one.status}</span></p>
      <p class="quiet">${one.interests.length === 0 ? 'No preferences' : one.interests.join(' · ')}</p>
      ${detailsOf(one)}
    </div>
    <time class="quiet number" datetime="${one.at}">${one.at.slice(0, 16).replace('T', ' ')}</time>
    <div class="actions">
      ${one.status === 'pending' ? actionButton(one, 'confirm', 'Confirm', '') : ''}
      ${actionButton(one, 'remove', 'Remove', ' danger')}
    </div>
  </li>`

function detailsOf({ fields, tags }: Subscriber): Markup | string {
  const details = [
    ...Object.entries(fields),
    ...(tags.length > 0 ? [['tags', tags.join(', ')] as const] : []),
  ]
  if (details.length === 0) return ''

  return html`<dl class="fields">${details.map(
    ([name, value]) => html`<div><dt><code>${name}</code></dt><dd><bdi>${value}</bdi></dd></div>`,
  )}</dl>`
}

const actionButton = (
  { id, email }: Subscriber,
  verb: string,
  label: string,
  style: string,
) => html`
  <form method="post" action="/subscribers/${id}/${verb}">
    <button class="button${style}">${label}<span class="hidden"> ${email}</span></button>
  </form>`

const pager = ({ page, pages }: Shown) => html`
  <nav class="pager" aria-label="Older and newer subscribers">
    ${page > 1 ? html`<a class="button" rel="prev" href="/?page=${page - 1}">Newer</a>` : html`<span></span>`}
    <span class="quiet number">Page ${page} of ${pages}</span>
    ${page < pages ? html`<a class="button" rel="next" href="/?page=${page + 1}">Older</a>` : html`<span></span>`}
  </nav>`
