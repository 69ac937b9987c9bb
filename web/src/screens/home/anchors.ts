/** The anchors of the specification (section 2), and those that our own links add. */
export const anchors = {
  demo: 'demo',
  features: 'features',
  upgrade: 'upgrade',
  fixServices: 'fix-services',
  help: 'help',
  newsletter: 'newsletter',
  tokenGuide: 'token-guide',
} as const
