/** Members are known only in the browser, so this is never asked where there is no navigator. */
export const commandKey = () => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl')
