import type { Context } from 'hono'
import { html } from 'hono/html'
import type { StatusCode } from 'hono/utils/http-status'

/** Everything in a page passes through hono's html``, which escapes all other values. */
export type Markup = ReturnType<typeof html>

/** The identity of a stand-in on each of its pages. */
export type Branding = {
  title: string
  /** One sentence: the service that it plays, and what does not really happen. */
  plays: string
  /** The title of its page at `/`. */
  home: string
  /** Its own scripts, text by name. */
  files?: Record<string, string>
}

type Page = {
  title: string
  body: Markup
  status?: StatusCode
  /** The files that are scripts; a page must also work without. `submit.js` sends the form that is marked with `data-submit`. */
  scripts?: string[]
  /** Origins that a form on this page redirects to: browsers check redirects as well (`form-action`). */
  formTargets?: string[]
}

export type ShowPage = (c: Context, page: Page) => Response | Promise<Response>

export const showPages =
  (branding: Branding): ShowPage =>
  (c, page) => {
    c.header('content-security-policy', policyOf(page))
    c.header('x-content-type-options', 'nosniff')
    c.header('cache-control', 'no-store')
    // Not no-referrer, which would turn the Origin of our own forms into "null".
    c.header('referrer-policy', 'same-origin')
    c.status(page.status ?? 200)

    return c.html(layout(branding, page, c.req.path))
  }

function policyOf({ formTargets = [] }: Page): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    ["form-action 'self'", ...formTargets].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function layout(branding: Branding, page: Page, path: string): Markup {
  const links = [
    ['/', branding.home],
    ['/_control', 'Control'],
  ] as const

  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${page.title} · ${branding.title} (local stand-in)</title>
    <link rel="icon" href="/_control/mark.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/_control/look.css">
    ${(page.scripts ?? []).map((name) => html`<script type="module" src="/_control/${name}"></script>`)}
  </head>
  <body>
    <a class="skip" href="#content">Skip to content</a>
    <aside class="banner" aria-label="About this page">
      <p><strong>Local stand-in</strong> <span>${branding.plays}</span></p>
    </aside>
    <header class="head">
      <p class="name">${branding.title}</p>
      <nav aria-label="Pages">
        ${links.map(
          ([href, label]) =>
            html`<a href="${href}"${href === path ? html` aria-current="page"` : ''}>${label}</a>`,
        )}
      </nav>
    </header>
    <main id="content">${page.body}</main>
  </body>
</html>`
}

type Field = {
  name: string
  label: string
  value?: string | undefined
  type?: string
  placeholder?: string
  required?: boolean
  /** The problem with the value; the page says which. */
  isInvalid?: boolean
}

/** A labelled input that keeps the typed text. */
export const field = ({ name, label, value = '', type = 'text', ...more }: Field) => html`
  <label class="labelled">${label}
    <input class="field" name="${name}" type="${type}" value="${value}" autocomplete="off"
      placeholder="${more.placeholder ?? ''}"${more.required ? html` required` : ''}${more.isInvalid ? html` aria-invalid="true"` : ''}>
  </label>`

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
