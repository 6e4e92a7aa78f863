# CMake with ninja and the system's C++ compiler: what the plugin prints of a native build without its own words.
native() {
    fresh
    mkdir -p cpp
    printf 'cmake_minimum_required(VERSION 3.10)\nproject(basket CXX)\n%s\n' "$1" >CMakeLists.txt
    printf '%s\n' "$2" >cpp/basket.cpp
}
build() { cmake -GNinja -B build . && ninja -C build; }

native 'add_library(basket SHARED cpp/basket.cpp cpp/shelf.cpp)' 'int one() { return 1; }'
log cmake source-missing build
native 'find_package(ReactAndroid REQUIRED CONFIG)' ''
log cmake package-missing build
native 'add_subdirectory(shelf)' ''
log cmake directory-missing build
native 'include(shelf.cmake)' ''
log cmake include-missing build
native 'add_librari(basket cpp/basket.cpp)' ''
log cmake unknown-command build
native 'cmake_minimum_required(VERSION 99.1)' ''
log cmake too-old build
native 'add_library(basket SHARED cpp/basket.cpp)' 'int one() { return total; }'
log cmake undeclared build
native 'add_library(basket SHARED cpp/basket.cpp)' '#include <shelf/shelf.h>'
log cmake header-missing build
native 'add_executable(basket cpp/basket.cpp)' 'int total(); int main() { return total(); }'
log cmake undefined-reference build
native "add_executable(basket cpp/basket.cpp)
target_link_libraries(basket shelf)" 'int main() { return 0; }'
log cmake library-missing build
native "add_executable(basket cpp/basket.cpp)
target_link_libraries(basket Shelf::shelf)" 'int main() { return 0; }'
log cmake target-missing build
# Near miss: a warning.
native 'message(WARNING "CMake Error is only named here")' ''
log cmake fine build
