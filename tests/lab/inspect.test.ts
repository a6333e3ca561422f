// Every link of the main platforms of the lab, inspected.
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { testInspections } from '../support/product/inspect-suite.ts';

testInspections(Object.values(LAB_PLATFORMS));
