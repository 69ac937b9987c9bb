/** The anchors from the specification (section 2), and our own additions. */
export const anchors = {
  demo: 'demo',
  features: 'features',
  upgrade: 'upgrade',
  fixServices: 'fix-services',
  help: 'help',
  newsletter: 'newsletter',
  tokenGuide: 'token-guide',
} as const
