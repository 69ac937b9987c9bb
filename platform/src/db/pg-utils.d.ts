declare module 'pg/lib/utils.js' {
  /** How pg itself turns a JavaScript value into a parameter. */
  export function prepareValue(value: unknown): unknown
}
