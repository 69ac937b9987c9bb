/** Where the identity service lives, below the API's address. */
export const BASE = '/auth/v1'
