/** A picture's address is shown and fetched later on: nothing but the web's own protocols gets that far. */
export const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null
