/** Today by this browser's own calendar, as the database writes it: Swedish dates are ISO dates. */
export const localDay = (): string => new Date().toLocaleDateString('sv-SE')
