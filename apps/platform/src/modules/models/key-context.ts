/** Binds a sealed key to the model it belongs to. */
export const keyContext = (id: string): string => `model:${id}:api_key`;

export const addressContext = (id: string): string => `model:${id}:base_url`;
