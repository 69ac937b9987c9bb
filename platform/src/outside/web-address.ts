/** Image URLs are shown and fetched later, so only http and https are accepted. */
export const webAddress = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value) ? value : null
