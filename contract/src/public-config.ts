import * as z from 'zod/mini'

// z.url() alone accepts `javascript:`, and users click these links.
const webAddress = z.url({ protocol: /^https?$/ })

/** A foreign page, or a path on our site. Two slashes would link to another host. */
const address = z.union([webAddress, z.string().check(z.regex(/^\/(?!\/)/))])

/** The configuration for every browser, without secrets. */
export const publicConfig = z.object({
  /** Enables pages for developers. */
  isDevelopment: z.boolean(),
  siteName: z.string().check(z.minLength(1)),
  siteUrl: webAddress,
  apiUrl: webAddress,
  publishableKey: z.string(),
  /** The host name that passkeys are created for; null: there are none. */
  passkeys: z.nullable(z.string()),
  /** Companies' people may sign in by their company's account. */
  sso: z.boolean(),
  /** The server tells open pages what changed. */
  realtime: z.boolean(),
  supportEmail: z.email(),
  links: z.object({
    store: address,
    video: address,
    docs: address,
    /** The extension's repository, for stars. */
    repository: webAddress,
    /** The channel on the video platform, separate from the demo above. */
    videoChannel: webAddress,
    // Links that an installation may lack.
    chat: z.nullable(webAddress),
    x: z.nullable(webAddress),
    linkedin: z.nullable(webAddress),
    reddit: z.nullable(webAddress),
  }),
  /** The code host's API and website for browsers. */
  github: z.object({ webUrl: webAddress, apiUrl: webAddress }),
  /** The builder, which also opens repositories. */
  builderUrl: webAddress,
  flags: z.object({
    SHOW_UPGRADE_SECTION: z.boolean(),
    SHOW_SIGN_IN: z.boolean(),
    /** Other programs may ask members for access. */
    OAUTH_SERVER: z.boolean(),
  }),
})

export type PublicConfig = z.infer<typeof publicConfig>
