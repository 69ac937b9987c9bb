import { html } from 'hono/html'
import type { Markup } from './page.ts'

type Field = {
  name: string
  label: string
  value?: string | undefined
  type?: string
  autocomplete?: string
  placeholder?: string
  /** The problem with the value. */
  problem?: string | undefined
  required?: boolean
}

/** A labelled input that keeps the typed text and shows its problem. */
export const field = ({ name, label, value = '', type = 'text', problem, ...more }: Field) => html`
  <p class="labelled">
    <label for="${name}">${label}</label>
    <input class="field" id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${more.autocomplete ?? 'off'}"
      placeholder="${more.placeholder ?? ''}"${more.required ? html` required` : ''}${problem ? html` aria-invalid="true" aria-describedby="${name}-problem"` : ''}>
    ${problem ? html`<span class="mistake" id="${name}-problem">${problem}</span>` : ''}
  </p>`

/** A button that posts to an address. */
export const post = (action: string, label: string, style = ''): Markup =>
  html`<form method="post" action="${action}"><button class="button ${style}">${label}</button></form>`

export const problem = (text: string | undefined): Markup | string =>
  text ? html`<p class="problem" role="alert">${text}</p>` : ''

/** Items below each other in one card. */
export const rows = (items: readonly Markup[], none = 'None yet.'): Markup =>
  items.length === 0
    ? html`<p class="quiet">${none}</p>`
    : html`<ul class="card rows">${items.map((item) => html`<li class="row">${item}</li>`)}</ul>`

/** A row's first line, and a quiet second one. */
export const who = (first: Markup | string, second: Markup | string = ''): Markup =>
  html`<span class="who"><span>${first}</span>${second ? html`<span class="note quiet">${second}</span>` : ''}</span>`

export const facts = (entries: readonly (readonly [string, Markup | string])[]): Markup =>
  html`<dl class="card facts">${entries.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
