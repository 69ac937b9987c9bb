/** Anything that looks like a token, anywhere in a line. */
const SECRET = /gh[a-z]_\w{8,}|github_pat_\w{8,}|eyJ[\w-]{8,}\.[\w-]+\.?[\w-]*|[\w-]{40,}/g

export const withoutSecrets = (text: string): string => text.replace(SECRET, '…')
