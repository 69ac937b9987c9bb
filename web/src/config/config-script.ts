import type { PublicConfig } from '@app/contract/public-config'

const ELEMENT_ID = 'config'

/** The configuration as a data block; `<` is escaped, so that no value can close the element. */
export function configScript(config: PublicConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')

  return `<script type="application/json" id="${ELEMENT_ID}">${json}</script>`
}

/** Written by our own server from a checked value, hence read without a second check. */
export function readConfigScript(): PublicConfig {
  return JSON.parse(document.getElementById(ELEMENT_ID)?.textContent ?? '') as PublicConfig
}
