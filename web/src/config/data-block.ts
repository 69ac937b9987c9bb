/** Writes a value as a data block; escapes `<`, so that nothing in it can close the element. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c')

  return `<script type="application/json" id="${id}">${json}</script>`
}

/** Our server wrote it from a checked value, so it is not checked again. */
export function readDataBlock<Value>(id: string): Value {
  return JSON.parse(document.getElementById(id)?.textContent ?? '') as Value
}
