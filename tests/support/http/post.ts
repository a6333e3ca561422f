// One JSON request to the product, as the tests of the HTTP interface send it.
import { freshAddress, type Product } from '../product/product.ts';

/** The header of every well-made request. */
export const JSON_TYPE: Readonly<Record<string, string>> = { 'content-type': 'application/json' };

/** Body as text, headers, path and the client's address; all but the body have a default. */
export type PostArguments = [
  payload: string,
  headers?: Readonly<Record<string, string>>,
  url?: string,
  remoteAddress?: string,
];

/** Sends a request. Default: to `detect-platform`, from a fresh address. */
export function postTo(product: Product, ...request: PostArguments) {
  const [
    payload,
    headers = JSON_TYPE,
    url = '/api/detect-platform',
    remoteAddress = freshAddress(),
  ] = request;
  return product.app.inject({ method: 'POST', url, payload, headers, remoteAddress });
}
