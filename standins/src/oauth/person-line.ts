import { html } from 'hono/html'
import type { Markup } from '#runtime/page.ts'

export type PersonLine = {
  picture: string
  name: string
  /** Distinguishes two people of the same name. */
  detail: string
  /** What a developer wants to know before choosing. */
  note: string
  /** Link to their own page, if there is one. */
  href?: string
}

/** A person on two lines. */
export const personLine = ({ picture, name, detail, note, href }: PersonLine): Markup => html`
  <img src="${picture}" alt="" width="36" height="36">
  <span class="who">
    <span>${href ? html`<a href="${href}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`} <bdi class="quiet">${detail}</bdi></span>
    <bdi class="note quiet">${note}</bdi>
  </span>`
