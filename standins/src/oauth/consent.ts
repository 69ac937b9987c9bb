import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import type { StatusCode } from 'hono/utils/http-status'
import type { Needs } from '#runtime/declaration.ts'
import { type Markup, problem as showProblem, who } from '#runtime/page.ts'
import { formTargetsFor, productUrls, withAnswer } from './callbacks.ts'

/** A client's request for authorization. */
type Request = { callback: string; state: string | undefined }

/** What a request is answered with instead: at its callback, or, where that is not trusted, to the person. */
type Refused = { location: string } | { status: StatusCode; heading: string; says: Markup | string }

export type Choice = PersonLine & { value: string; isChosen: boolean }

type Service<Asked extends Request> = {
  path: string
  check(query: Readonly<Record<string, string>>): Asked | Refused
  /** The page's words about a request. */
  describe(asked: Asked): { title: string; lead: Markup; verb: string }
  choices(): Choice[]
  /** The callback with a code; undefined: nobody has this name. */
  approve(asked: Asked, person: string): Promise<string> | undefined
  /** What the callback gets when the person refuses. */
  denial: Record<string, string>
}

/** The page on which a person allows a client to know them. Its form posts to the same URL with its query. */
export function consentPages<Asked extends Request>(
  { showPage, product }: Pick<Needs<unknown>, 'showPage' | 'product'>,
  service: Service<Asked>,
): Hono {
  const ask = (c: Context, asked: Asked, problem?: string) => {
    const { title, lead, verb } = service.describe(asked)
    return showPage(c, {
      title,
      status: problem ? 422 : 200,
      body: html`<div class="narrow">
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
        ${showProblem(problem)}
        ${personForm(service.choices(), verb)}
        <p class="quiet">Afterwards you go back to <code>${new URL(asked.callback).origin}</code>.</p>
      </div>`,
      formTargets: formTargetsFor(asked.callback, productUrls(product)),
    })
  }

  const decide = async (c: Context, asked: Asked) => {
    const form = await c.req.parseBody()
    if (form.decision === 'deny') {
      return c.redirect(withAnswer(asked.callback, { ...service.denial, state: asked.state }))
    }
    const approved = service.approve(asked, String(form.person))
    return approved ? c.redirect(await approved) : ask(c, asked, 'Choose somebody first.')
  }

  const checked = (go: typeof ask | typeof decide) => (c: Context) => {
    const outcome = service.check(c.req.query())
    if ('callback' in outcome) return go(c, outcome)
    if ('location' in outcome) return c.redirect(outcome.location)
    const { status, heading, says } = outcome
    const body = html`<h1>${heading}</h1><p class="lead">${says}</p>`
    return showPage(c, { title: 'Not possible', status, body })
  }

  return new Hono().get(service.path, checked(ask)).post(service.path, checked(decide))
}

export type PersonLine = {
  picture?: string
  name: string
  /** Distinguishes two people of the same name. */
  detail?: string
  /** Information that helps a developer choose. */
  note: string
  /** Link to their own page, if there is one. */
  href?: string
}

/** A person on two lines. */
export const personLine = ({ picture, name, detail, note, href }: PersonLine): Markup => html`
  ${picture ? html`<img src="${picture}" alt="" width="36" height="36">` : ''}
  ${who(
    html`${href ? html`<a href="${href}"><bdi>${name}</bdi></a>` : html`<bdi>${name}</bdi>`} <bdi class="quiet">${detail ?? ''}</bdi>`,
    html`<bdi>${note}</bdi>`,
  )}`

/** One radio button for each person, and the buttons of the decision. */
export const personForm = (people: Choice[], verb: string): Markup => html`
  <form method="post" class="card">
    <fieldset>
      <legend class="row">Who are you?</legend>
      ${people.map(
        ({ value, isChosen, ...person }) => html`<label class="row">
          <input type="radio" name="person" value="${value}" required${isChosen ? html` checked` : ''}>
          ${personLine(person)}
        </label>`,
      )}
    </fieldset>
    <div class="row">
      <button class="button main" name="decision" value="approve">${verb}</button>
      <button class="button" name="decision" value="deny" formnovalidate>Cancel</button>
    </div>
  </form>`
