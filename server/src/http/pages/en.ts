/** Of the page of a server that is starting. */
export const en = {
  title: 'Back in a moment',
  text: 'We are starting a new version. This page reloads by itself.',
}
