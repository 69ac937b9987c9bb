/** Texts of the page of a starting server. */
export const en = {
  title: 'Back in a moment',
  text: 'We are starting a new version. This page reloads by itself.',
}
