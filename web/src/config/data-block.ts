/** A value as a data block; `<` is escaped, so that nothing in it can close the element. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')

  return `<script type="application/json" id="${id}">${json}</script>`
}

/** Written by our own server from a checked value, hence read without a second check. */
export function readDataBlock<Value>(id: string): Value {
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as Value
}
