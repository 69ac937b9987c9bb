import { html } from 'hono/html'
import type { ControlState } from './control-state.ts'
import type { Fault } from './faults.ts'
import type { Markup } from './page.ts'
import type { LoggedRequest } from './request-log.ts'

const SHOWN_REQUESTS = 50

/** Shows the control state. A change needs a header, so the page shows commands for a terminal. */
export const controlPage = (control: ControlState, url: string): Markup => html`
  <h1>Control</h1>
  <p class="lead">Reset, seed, move the clock or order a bad day. Reading is free; every change needs the header
    <code>x-standin-control: 1</code>, so that no web page can make one.</p>
  <section aria-labelledby="clock">
    <h2 id="clock">Clock</h2>
    <p>It is <time>${new Date(control.clock.now()).toISOString()}</time> here, ${shift(control.clock.offsetMs)}.</p>
    ${command(url, 'PUT', 'clock', '{"offsetMs":600000}')}
  </section>
  <section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    ${control.faults.list().length === 0 ? html`<p class="quiet">None: everything works.</p>` : faultTable(control.faults.list())}
    ${command(url, 'POST', 'faults', '{"method":"POST","path":"/*","times":2,"status":503}')}
  </section>
  <section aria-labelledby="requests">
    <h2 id="requests">Latest requests</h2>
    ${control.log.list().length === 0 ? html`<p class="quiet">None since the start.</p>` : requestTable(control.log.list())}
  </section>
  <section aria-labelledby="reset">
    <h2 id="reset">Start afresh</h2>
    <p>Forgets everything this stand-in remembers, and sets clock and faults back.</p>
    ${command(url, 'POST', 'reset')}
  </section>`

const shift = (offsetMs: number) =>
  offsetMs === 0 ? 'as everywhere' : `${offsetMs} ms away from the real time`

const command = (url: string, method: string, path: string, body?: string) =>
  html`<pre class="command"><code>curl -X ${method} -H 'x-standin-control: 1'${body ? ` -d '${body}'` : ''} ${url}/_control/${path}</code></pre>`

const faultTable = (faults: readonly Fault[]) => html`
  <div class="scroll" role="group" aria-labelledby="faults" tabindex="0"><table>
    <thead><tr><th>Meets</th><th>Does</th><th class="number">Times left</th></tr></thead>
    <tbody>${faults.map(
      (fault) => html`<tr>
        <td><code>${fault.method} ${fault.path}</code></td>
        <td>${effectsOf(fault)}</td>
        <td class="number">${fault.remaining ?? 'always'}</td>
      </tr>`,
    )}</tbody>
  </table></div>`

const effectsOf = (fault: Fault) =>
  [
    fault.latencyMs ? `waits ${fault.latencyMs} ms` : '',
    fault.status === null ? '' : `answers ${fault.status}`,
    fault.malformed ? 'breaks the answer off' : '',
    fault.drop ? `hangs up ${fault.drop} the work` : '',
  ]
    .filter(Boolean)
    .join(', ')

const requestTable = (requests: LoggedRequest[]) => html`
  <div class="scroll" role="group" aria-labelledby="requests" tabindex="0"><table>
    <thead><tr><th>When</th><th>Request</th><th class="number">Status</th></tr></thead>
    <tbody>${requests.slice(0, SHOWN_REQUESTS).map(
      (request) => html`<tr>
        <td class="number">${request.at.slice(11, 19)}</td>
        <td><code>${request.method} ${request.path}</code></td>
        <td class="number">${request.status ?? 'cut off'}</td>
      </tr>`,
    )}</tbody>
  </table></div>`
