// Elementary functions equal to the last bit to those of an x86-64 Linux C library (glibc 2.28 to 2.43 on a machine with
// FMA), which the streams of the real libraries were made with. Other C libraries, musl in WebAssembly among them, differ
// in a few per cent of the results.
#pragma once

namespace sconce::exact {

double log(double x);    // x >= 0, finite
double log1p(double x);  // x > -1, finite
double exp(double x);
double pow(double x, double y);
double sin(double x);  // |x| < 10^8
double cos(double x);  // |x| < 10^8

}  // namespace sconce::exact
